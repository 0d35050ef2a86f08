/** Hours for which the link sent to the new address is valid. */
export const emailChangeHours = 24
/** Days after the change during which the owner of the old address can undo it. */
export const emailObjectionDays = 7
