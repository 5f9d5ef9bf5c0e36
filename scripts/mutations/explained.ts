/** Why no history can show that a line is gone, by the mutation's id: what it is for all the same. */
export const explained: Readonly<Record<string, string>> = {};
