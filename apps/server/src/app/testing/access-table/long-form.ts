/**
 * True in `npm run prove -- access`, which tries every procedure and endpoint with every kind of person. The test run does so for one
 * procedure of each kind of check.
 */
export const isLongForm = process.env.ACCESS === 'all'
