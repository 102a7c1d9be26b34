/** The library that renders, apart from what it renders: a script is evaluated in one go, and this one is the longest. */
export { createRoot } from 'react-dom/client'
