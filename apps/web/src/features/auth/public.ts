/**
 * The parts of the auth feature that other features use. They include the PIN and zone entry, because entry belongs to the session.
 */
export { AuthFrame } from './auth-frame.tsx'
export { ChangePinForm } from './change-pin-form.tsx'
export { emailMessage, isEmail } from './email-rule.ts'
export { EnterZoneButton } from './enter-zone-button.tsx'
export { EnterZoneDialog } from './enter-zone-dialog.tsx'
export { EnterZoneFirst } from './enter-zone-first.tsx'
export { hasOtherAccess, LeftAccess } from './left-access.tsx'
export { pinFailureText } from './pin-failure.ts'
export { WithPassword } from './with-password.tsx'
