### Конец партии: как сдаться или предложить ничью, и какой матч продолжается.

choose-match = Какой матч продолжить?
sure-resign = Сдать партию { $game }? Соперник: { $opponent }. Цена: { $grade }.
sure-offer-resignation = Предложить сдачу в партии { $game }? Соперник: { $opponent }. Цена: { $grade }. Пока ответа нет, игра продолжается.
sure-resign-lower = Можно предложить и меньше. Соперник: { $opponent }. Пока ответа нет, игра продолжается.
sure-draw = Предложить ничью в партии { $game }? Соперник: { $opponent }.
button-sure-resign = Сдаться: { $grade }
button-offer-grade = Предложить: { $grade }
