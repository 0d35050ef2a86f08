/** What people do with their own account; logged as `user_action_<action>`. */
export const ownActions = [
  'signed_out',
  'device_revoked',
  'password_changed',
  'password_reset',
  'pin_changed',
  'code_regenerated',
  'account_deleted',
  'invitation_accepted',
  'invitation_declined',
  'two_step_on',
  'two_step_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'tracker_added',
  'tracker_revoked',
  'data_download_asked',
  'data_download_opened',
  'consent_given',
  'consent_withdrawn',
  'email_changed',
  'email_change_objected',
] as const
export type OwnAction = (typeof ownActions)[number]

const foundOut = [
  'login_successful',
  'login_failed',
  'login_refused',
  'sign_in_linked',
  'suspicious_login_pattern_detected',
  'own_password_failed',
  'second_step_failed',
  'two_step_reset',
  'zone_pin_failed',
  'zone_pin_reset',
  'zone_pin_reset_asked',
  'user_code_failed',
  'member_invited',
  'member_removed',
  'member_role_changed',
  'zone_permissions_changed',
  'account_status_changed',
  'location_access',
  'data_access',
  'map_settings_changed',
  'report_mailing_changed',
  'webhook_changed',
  'webhook_switched_off',
  'data_breach_notification_created',
  'user_created',
  'sign_up_link_created',
  'user_updated',
  'email_change_asked',
  'user_deleted',
  'security_log_exported',
  'security_log_broken',
  'security_log_dropped',
  'user_data_cleanup',
  'demo_account_suspended',
  'zone_deleted',
  'zone_status_changed',
  'attendance_corrected',
  'organisation_onboarded',
  'organisation_changed',
  'organisation_status_changed',
  'organisation_people_changed',
  'zone_request_decided',
  'broadcast_changed',
] as const

export type SecurityEventType = (typeof foundOut)[number] | `user_action_${OwnAction}`

/**
 * Every type the product itself writes into the security log, and so every filter the log offers. People may log
 * `user_action_…` of their own beside them, and internal admins any type.
 */
export const securityEventTypes: readonly SecurityEventType[] = [
  ...foundOut,
  ...ownActions.map(action => `user_action_${action}` as const),
]
