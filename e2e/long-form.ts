/**
 * True in `npm run prove -- screens`, which checks every screen for every role, in both directions of text and on both devices. The
 * test run checks each screen once.
 */
export const isLongForm = process.env.SCREENS === 'all'
