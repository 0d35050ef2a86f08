/**
 * Response header for callers who send a session: the position of the feed when the call began, as `<epoch> <cursor>`. A client that
 * resumes the feed there receives every change that the response lacks.
 */
export const feedPositionHeader = 'muster-feed-position'
