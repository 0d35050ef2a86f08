import { t } from '@lingui/core/macro'
import type { SecurityEventType } from '@muster/domain/security-event.ts'

const namesByType: Readonly<Record<SecurityEventType, string>> = {
  login_successful: t`Signed in`,
  login_failed: t`Sign-in failed`,
  login_refused: t`Sign-in blocked`,
  sign_in_linked: t`Single sign-on linked`,
  suspicious_login_pattern_detected: t`Suspicious sign-ins detected`,
  own_password_failed: t`Wrong current password`,
  second_step_failed: t`Two-step sign-in failed`,
  two_step_reset: t`Two-step sign-in reset`,
  zone_pin_failed: t`Wrong zone PIN`,
  zone_pin_reset: t`Zone PIN reset`,
  zone_pin_reset_asked: t`Zone PIN reset requested`,
  user_code_failed: t`Wrong user code`,
  member_invited: t`Member invited`,
  member_removed: t`Member removed`,
  member_role_changed: t`Member role changed`,
  zone_permissions_changed: t`Zone permissions changed`,
  account_status_changed: t`Account status changed`,
  location_access: t`Location access`,
  data_access: t`Data access`,
  map_settings_changed: t`Map settings changed`,
  report_mailing_changed: t`Report email settings changed`,
  webhook_changed: t`Webhook changed`,
  webhook_switched_off: t`Webhook turned off`,
  data_breach_notification_created: t`Breach notice created`,
  user_created: t`User created`,
  sign_up_link_created: t`Sign-up link created`,
  user_updated: t`User updated`,
  email_change_asked: t`Email change requested`,
  user_deleted: t`User deleted`,
  security_log_exported: t`Security log exported`,
  security_log_broken: t`Security log broken`,
  security_log_dropped: t`Security log entries dropped`,
  user_data_cleanup: t`Old position data removed`,
  demo_account_suspended: t`Demo account suspended`,
  demo_account_signed_out: t`Demo account signed out`,
  zone_deleted: t`Zone deleted`,
  zone_status_changed: t`Zone status changed`,
  attendance_corrected: t`Attendance corrected`,
  organisation_onboarded: t`Organisation onboarded`,
  organisation_changed: t`Organisation changed`,
  organisation_status_changed: t`Organisation status changed`,
  organisation_people_changed: t`Organisation membership changed`,
  zone_request_decided: t`Zone request decided`,
  broadcast_changed: t`Broadcast changed`,
  required_reading_ended: t`Required reading ended`,
  user_action_signed_out: t`Signed out`,
  user_action_device_revoked: t`Device revoked`,
  user_action_password_changed: t`Password changed`,
  user_action_password_reset: t`Password reset`,
  user_action_pin_changed: t`PIN changed`,
  user_action_code_regenerated: t`User code regenerated`,
  user_action_account_deleted: t`Own account deleted`,
  user_action_invitation_accepted: t`Invitation accepted`,
  user_action_invitation_declined: t`Invitation declined`,
  user_action_two_step_on: t`Two-step sign-in turned on`,
  user_action_two_step_off: t`Two-step sign-in turned off`,
  user_action_recovery_codes_renewed: t`Recovery codes regenerated`,
  user_action_recovery_code_used: t`Recovery code used`,
  user_action_passkey_added: t`Passkey added`,
  user_action_passkey_removed: t`Passkey removed`,
  user_action_tracker_added: t`Location app added`,
  user_action_tracker_revoked: t`Location app removed`,
  user_action_data_download_asked: t`Data download requested`,
  user_action_data_download_opened: t`Data download opened`,
  user_action_consent_given: t`Location consent given`,
  user_action_consent_withdrawn: t`Location consent withdrawn`,
  user_action_email_changed: t`Email changed`,
  user_action_email_change_objected: t`Email change undone`,
}

/**
 * Returns the name of an event type. Unknown types, which administrators can log, are converted to words: `gate_opened` → 'Gate
 * opened'.
 */
export function eventName(type: string): string {
  const knownName = namesByType[type as SecurityEventType]
  if (knownName !== undefined) return knownName
  const text = type.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
