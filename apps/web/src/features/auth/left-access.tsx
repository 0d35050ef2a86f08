import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { focusHeading } from '../../ui/layout/focus-heading.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { type AccessRow, OtherAccessList, toAccessRows } from './other-access.tsx'

const passkeyListQuery = () => ({ ...orpc.passkeys.list.queryOptions(), staleTime: 0 })
const appListQuery = () => ({ ...orpc.trackers.list.queryOptions(), staleTime: 0 })

/** True if a passkey or a location app works without the password, or if the lists could not be read. */
export async function hasOtherAccess(client: QueryClient): Promise<boolean> {
  const lists = Promise.all([client.fetchQuery(passkeyListQuery()), client.fetchQuery(appListQuery())])
  return lists.then(
    ([{ passkeys }, { trackers }]) => passkeys.length + trackers.length > 0,
    () => true,
  )
}

/** Shown after a password change: lets the person review and remove access that works without the password. */
export function LeftAccess({ onDone }: { onDone: () => void }) {
  const passkeys = useQuery(passkeyListQuery())
  const apps = useQuery(appListQuery())
  const [now] = useState(() => Date.now())
  const stepRef = useRef<HTMLDivElement>(null)
  // The form that had the focus has been unmounted, so the dialog's heading gets it.
  useEffect(() => {
    focusHeading(stepRef.current?.closest('[role="dialog"]')?.querySelector('h2') ?? null)
  }, [])
  const remove = useAct({
    call: async (rows: readonly AccessRow[]) => {
      for (const { id, kind } of rows)
        await ignoreMissing(
          kind === 'passkey'
            ? api.passkeys.remove({ passkeyId: id })
            : api.trackers.revoke({ trackerId: id }),
        )
    },
    invalidates: [orpc.passkeys.list.key(), orpc.trackers.list.key()],
  })
  const focusAfterRemoval = useFocusAfterRemoval(stepRef, remove.isPending)
  const failedQueries = [passkeys, apps].filter(it => it.isError && !it.data)
  const rows =
    passkeys.data && apps.data
      ? toAccessRows({ passkeys: passkeys.data.passkeys, locationApps: apps.data.trackers }, now)
      : undefined
  return (
    <Stack ref={stepRef}>
      <p>
        {t`Your password has been changed, and your other devices have been signed out.`}{' '}
        {rows?.length === 0
          ? t`No passkeys or location apps have access to your account.`
          : t`Passkeys and location apps still work. Remove any you don’t recognise.`}
      </p>
      <FailedAct act={remove} failed={t`Access couldn’t be removed. Try again.`} />
      {failedQueries.length > 0 && (
        <ErrorState
          title={t`Failed to load passkeys and location apps`}
          error={failedQueries[0]?.error}
          onRetry={() => {
            for (const query of failedQueries) void query.refetch()
          }}
          retrying={failedQueries.some(it => it.isFetching)}
        />
      )}
      {!rows && failedQueries.length === 0 && <ListSkeleton count={2} />}
      {rows && rows.length > 0 && (
        <OtherAccessList rows={rows}>
          {(row, index) => {
            const { name } = row
            return (
              <Button
                variant="default"
                aria-label={t`Remove ${name}`}
                disabled={remove.isPending}
                data-removes
                onClick={() => {
                  focusAfterRemoval(index)
                  remove.mutate([row])
                }}
              >
                {t`Remove`}
              </Button>
            )
          }}
        </OtherAccessList>
      )}
      <DialogButtons working={remove.isPending}>
        {rows && rows.length > 1 && (
          <Button
            variant="default"
            disabled={remove.isPending}
            onClick={() => {
              focusAfterRemoval(0)
              remove.mutate(rows)
            }}
          >
            {t`Remove all`}
          </Button>
        )}
        <Button disabled={remove.isPending} data-done onClick={onDone}>
          {t`Done`}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

/** The pressed button disappears with its row: focuses the one now in its position or, if there is none, Done. */
function useFocusAfterRemoval(step: RefObject<HTMLElement | null>, isPending: boolean) {
  const [removedIndex, setRemovedIndex] = useState<number>()
  useEffect(() => {
    if (isPending || removedIndex === undefined || document.activeElement !== document.body) return
    const buttons = step.current?.querySelectorAll<HTMLElement>('[data-removes]')
    const nextButton = buttons?.[removedIndex] ?? step.current?.querySelector<HTMLElement>('[data-done]')
    nextButton?.focus()
  })
  return setRemovedIndex
}
