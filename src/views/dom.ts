/** The library that renders, apart from what it renders: a script is evaluated in one go, and this one is the longest. */
export { createRoot, hydrateRoot } from 'react-dom/client'
