/** @param make writes the build into the folder it is given @throws what `make` throws; then `link` names what it named before */
export function inOwnFolder(link: string, make: (folder: string) => Promise<unknown>): Promise<void>
