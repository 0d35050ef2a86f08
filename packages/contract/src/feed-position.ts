/**
 * The header of answers to signed-in callers that says how far the feed was when the call began: the epoch and the cursor, separated
 * by a space. A client that resumes from there misses nothing that the answer does not contain, so it need not read it again.
 */
export const feedPositionHeader = 'muster-feed-position'
