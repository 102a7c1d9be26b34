/** Version and commit of this build, set by the bundler. */
declare const __BUILD__: string
/** True in the build of the replay page, which asks the network for nothing. */
declare const __SEALED__: boolean
