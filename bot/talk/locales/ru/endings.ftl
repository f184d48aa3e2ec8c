### Конец партии: как сдаться или предложить ничью, и какой матч продолжается.

choose-match = Какой матч продолжить?
sure-resign = Сдать партию { $game }? Соперник: { $opponent }. Цена: { $grade }.
sure-offer-resignation = Предложить сдачу в партии { $game }? Соперник: { $opponent }. Цена: { $grade }. Пока ответа нет, игра продолжается.
sure-resign-made = Уже сделанная часть хода остаётся на доске: { $moves }.
sure-resign-lower = Можно предложить и меньше. Соперник: { $opponent }. Пока ответа нет, игра продолжается.
sure-draw = Предложить ничью в партии { $game }? Соперник: { $opponent }.
button-sure-resign = Сдаться: { $grade }
button-offer-grade = Предложить: { $grade }

## Предложения на странице: лист поверх доски, где у каждого ответа написана цена

offer-double = { $name }: удвоение до { $value }
offer-double-take = Примете – партия стоит вдвое больше, а куб ваш.
offer-double-drop = Откажетесь – { $name } выигрывает { $points }
offer-drop = Отказаться: { $points }
offer-draw = { $name } предлагает ничью
offer-draw-text = При ничьей каждый получает по пол-очка
offer-pause = { $name } предлагает паузу
offer-pause-text = Во время паузы часы стоят, а закончить её может любой из двоих.
offer-resignation = { $name } предлагает сдачу: { $grade }
offer-resignation-text = Примете – вы выигрываете { $points }
offer-accept = Принять
offer-declined = Отклоните – игра продолжается.
offer-asked = На предложение отвечает { $name }.
offer-points = { $count ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}
offer-ends-match = { $what }: { $score }.
offer-score-points = { $score } до { $points }
offer-score-games = { $score } после { $number } из { $games } партий
offer-score-end = { $score }, и матч окончен
ask-resign = Сдать эту партию?
ask-resign-text = Партия сразу закончится.
ask-resign-lower = Выберите, что отдаёте. Если это { $grade }, партия сразу закончится; если меньше, отвечает { $name } и может отказаться.
ask-draw = Предложить ничью?
ask-pause = Предложить паузу?
ask-text = Отвечает { $name }, а игра пока продолжается.
ask-double = Удвоить до { $value }?
ask-double-take = { $name } может принять: тогда партия стоит { $value }, а куб переходит.
ask-double-drop = Если { $name } отказывается, вы выигрываете { $points }
ask-play-on = Играть дальше
ask-not-now = Не сейчас
