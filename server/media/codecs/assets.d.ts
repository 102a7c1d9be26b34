// Files that the build puts into the bundle as data addresses.
declare module '*?inline' {
  const dataUrl: string
  export default dataUrl
}
