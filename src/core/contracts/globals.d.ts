// Names of things that cross threads but mean nothing inside core: opaque here, the real types where a platform library is present.
/* biome-ignore-all lint/suspicious/noEmptyInterface: they are empty on purpose, the platform's declarations fill them */
interface MessagePort {}
interface Blob {}
interface File extends Blob {}
interface FileSystemDirectoryHandle {}
