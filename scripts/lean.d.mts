import type { Plugin } from 'vite'

export const lean: Plugin
