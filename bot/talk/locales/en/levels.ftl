### Levels of the computer: one word each, which may be typed after /play.

level-novice = novice
level-casual = casual
level-skilled = skilled
level-strong = strong
level-best = best
