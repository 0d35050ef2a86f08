import { t } from '@lingui/core/macro'
import { errorCode, errorText, withReference } from '../../lib/error-text.ts'

/** Returns the text that explains why a person could not be added by code, or a generic text if the reason is unknown. */
export function addUserFailureText(error: unknown): string {
  switch (errorCode(error)) {
    case 'INVALID_CODE':
    case 'ALREADY_ASSIGNED':
    case 'INVITATION_DECLINED':
    case 'ADD_USER_FORBIDDEN':
    case 'ZONE_ENTRY_REQUIRED':
    case 'TOO_MANY_REQUESTS':
      return errorText(error, t`Failed to add user to zone.`)
    case 'FORBIDDEN':
      return t`You do not have permission to add users to this zone.`
    default:
      return withReference(t`Failed to add user to zone.`, error)
  }
}
