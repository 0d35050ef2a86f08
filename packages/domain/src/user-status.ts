/** The states of an account. Anything but active ends all sessions and sockets of the person at once. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const
