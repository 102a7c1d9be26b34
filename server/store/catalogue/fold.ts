// Text as it is sorted and searched. Done here and not in SQL, so that the embedded and the real database, whatever
// their locale, agree; by the client's own function, so that both search alike.
export { fold } from '#core/model/text/fold.ts'
