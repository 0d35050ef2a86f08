/** The feed's position when the call began, `<epoch> <cursor>`: resuming there receives every change the response lacks. */
export const feedPositionHeader = 'muster-feed-position'
