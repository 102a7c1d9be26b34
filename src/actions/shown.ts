/**
 * Reading what became of a press. Whoever reads state right after an action, or decides by state that the press before
 * may have changed, does it in here: until all reducers have come with what is loaded after the first screen, a press
 * shows later than in its own task (H-129).
 */
export { whenShown } from '#bridge/dispatch.ts'
