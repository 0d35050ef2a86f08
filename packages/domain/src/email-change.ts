/** How long (hours) the link to the new address works. */
export const emailChangeHours = 24
/** For how many days after the change whoever reads the old address can take it back. */
export const emailObjectionDays = 7
