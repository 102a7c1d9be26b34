/** @param folder the built client. Copies that are younger than their file stay as they are. */
export function compress(folder: string): Promise<void>
