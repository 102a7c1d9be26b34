/** What was thrown, in words for a log or a developer: the message of an error, else the thing itself as text. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
