import { signal } from '@preact/signals-react'

/** A way to the gallery: its address, and the history entry whose place it shall have. */
export interface GalleryPlace {
  readonly to: string
  readonly state: { readonly under: string } | null
}

const START: GalleryPlace = { to: '/releases', state: null }

/** The gallery as it was left last, for the ways back to it that are not the browser's. */
export const galleryPlace = signal(START, { name: 'galleryPlace' })

/** Whoever comes next begins at its start, without filters. */
export function forgetGalleryPlace(): void {
  galleryPlace.value = START
}
