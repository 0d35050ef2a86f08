import { t } from '@lingui/core/macro'
import type { Profile } from '@muster/contract/auth.ts'
import type { profileChange } from '@muster/contract/settings.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'

export type ProfileChange = z.input<typeof profileChange>

/** Updates the cached profile, so that every place that shows it updates immediately. */
export function updateCachedProfile(client: QueryClient, change: (profile: Profile) => Profile) {
  client.setQueryData(
    orpc.auth.me.queryKey(),
    previous => previous && { ...previous, profile: previous.profile && change(previous.profile) },
  )
}

export const profileFailureText = (error: unknown) => errorTextWithTime(error, t`Failed to update profile`)

/**
 * Saves a part of the person's profile and reports the result. `savedText`: the text about what was saved and who sees it.
 * `onSaved` is called with the saved edits of the form.
 */
export function useSaveProfile<Edits>(savedText: string, onSaved: (edits: Edits) => void) {
  const client = useQueryClient()
  return useAct({
    call: ({ change }: { change: ProfileChange; edits: Edits }) => api.settings.updateProfile(change),
    onDone: (profile, { edits }) => {
      updateCachedProfile(client, () => profile)
      onSaved(edits)
    },
    done: [t`Profile updated successfully`, savedText],
    failed: profileFailureText,
  })
}
