/** Hours for which the link to the new address is valid. */
export const emailChangeHours = 24
/** Days after the change in which the owner of the old address can undo it. */
export const emailObjectionDays = 7
