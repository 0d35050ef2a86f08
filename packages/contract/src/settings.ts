import { limits } from '@muster/domain/limits.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import { z } from 'zod'
import { profile } from './auth.ts'
import { signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { personName } from './person-name.ts'
import { exactText, text } from './texts.ts'

const name = personName.min(1, 'First name and last name are required')
const contactField = text(100).nullable()
const contactPhone = contactField.refine(
  phone => phone === null || phone === '' || isDialable(phone),
  'Please enter a valid phone number',
)

/** The parts of one's own profile that one may change; what is absent stays. Empty contact fields become null. */
export const profileChange = z.strictObject({
  firstName: name.optional(),
  lastName: name.optional(),
  skills: z.array(exactText(limits.skillMaxLength)).max(limits.skillsMax).optional(),
  emergencyContact: z
    .strictObject({ name: contactField, phone: contactPhone, relationship: contactField })
    .optional(),
})

export const settings = {
  updateProfile: signedInProcedure
    .route({
      method: 'PATCH',
      path: '/settings/profile',
      operationId: 'update_my_profile',
      tags: ['settings'],
    })
    .input(profileChange)
    .output(profile)
    .errors(pick('SKILL_INVALID')),
  /** A new user code; the old one is dead in the same moment. */
  regenerateUserCode: signedInProcedure
    .route({
      method: 'POST',
      path: '/settings/user-code',
      operationId: 'regenerate_user_code',
      tags: ['settings'],
    })
    .output(z.object({ userCode: z.string() })),
  /** Sets one's own entry PIN; the account's password proves who asks. Does not open a locked PIN. */
  changePin: signedInProcedure
    .route({ method: 'PUT', path: '/settings/pin', operationId: 'change_my_pin', tags: ['settings'] })
    .input(z.strictObject({ password: exactText(256), pin: exactText(16) }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'PIN_INVALID')),
  /** Takes the photo away. Uploading is `PUT /upload/profile-image`, the image itself as the body. */
  removeProfileImage: signedInProcedure
    .route({
      method: 'DELETE',
      path: '/settings/profile-image',
      operationId: 'remove_profile_image',
      tags: ['settings'],
    })
    .output(profile),
  /**
   * Deletes one's account and everything of it; refused while assigned to a zone. The account's password proves who asks;
   * a POST, so that it stands in no address.
   */
  deleteMyAccount: signedInProcedure
    .route({
      method: 'POST',
      path: '/settings/account-deletion',
      operationId: 'delete_my_account',
      tags: ['settings'],
    })
    .input(z.strictObject({ password: exactText(256) }))
    .output(z.object({ deleted: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'ACCOUNT_ASSIGNED', 'LAST_SUPER_ADMIN')),
}

/** What `PUT /upload/profile-image` answers. Bodies of up to 5 MB, recognised by content. */
export const profileImageAnswer = z.object({ profileImageUrl: z.string() })
