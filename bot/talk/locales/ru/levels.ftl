### Уровни компьютера: по одному слову, его можно писать после /play.

level-novice = новичок
level-casual = любитель
level-skilled = знаток
level-strong = мастер
level-best = чемпион
