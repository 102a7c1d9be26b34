// Imported once, by App: the font and the reset.
import '@fontsource-variable/inter/index.css'
import './letters.css'
import './global.css.ts'
import './forced.css.ts'
