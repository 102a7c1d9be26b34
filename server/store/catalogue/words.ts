// Texts as the search compares them: folded words, one space between them; by the client's own functions.
export { searchWords, wordsText } from '#core/model/text/fold.ts'
export { foundWords, otherWords, spellings } from '#core/model/text/spellings.ts'
