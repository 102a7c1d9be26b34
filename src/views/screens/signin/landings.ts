/** The pages mailed links lead to, and what else stands outside without being the first screen: one script. */
export { ForgotScreen } from './ForgotScreen.tsx'
export { MergeScreen, SplitScreen } from './LinkedEmailScreen.tsx'
export { MagicLinkScreen } from './LinkScreen.tsx'
export { LoginScreen } from './LoginScreen.tsx'
export { ResetScreen } from './ResetScreen.tsx'
