import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './documents.module.css'

type Props = { document: Document | undefined; mayAsk: boolean; mayWatch: boolean; onClose: () => void }

const everybodyValue = 'zone'

export function ReadingDialog({ document, mayAsk, mayWatch, onClose }: Props) {
  const title = document?.title ?? ''
  return (
    <ResponsiveDialog opened={document !== undefined} onClose={onClose} title={t`Required reading: ${title}`}>
      {document && (
        <Stack>
          {document.reading ? (
            <Readers document={document} mayAsk={mayAsk} />
          ) : mayAsk ? (
            <RequestReadingForm document={document} />
          ) : (
            <p>{t`This file isn’t required reading.`}</p>
          )}
          {mayWatch && <Confirmations document={document} />}
        </Stack>
      )}
    </ResponsiveDialog>
  )
}

function RequestReadingForm({ document: { zoneId, id: documentId } }: { document: Document }) {
  const [audience, setAudience] = useState<string>(everybodyValue)
  const groups = useQuery(orpc.broadcasts.groups.queryOptions({ input: { zoneId } }))
  const request = useAct({
    call: () =>
      api.documents.askReading({
        zoneId,
        documentId,
        ask: true,
        groupId: audience === everybodyValue ? null : audience,
      }),
    done: [t`Request sent`, t`They’ll get an alert and can confirm here.`],
    failed: t`The request couldn’t be sent. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  return (
    <Stack>
      <Select
        label={t`Who must read it`}
        data={[
          { value: everybodyValue, label: t`Everyone in the zone who can see it` },
          ...(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={audience}
        onChange={value => setAudience(value ?? everybodyValue)}
        allowDeselect={false}
      />
      <div>
        <Button onClick={() => request.mutate()} disabled={request.isPending}>
          {request.isPending ? t`Sending…` : t`Ask people to read`}
        </Button>
      </div>
    </Stack>
  )
}

function Readers({ document, mayAsk }: { document: Document; mayAsk: boolean }) {
  const readersInput = { zoneId: document.zoneId, documentId: document.id }
  const query = useQuery(orpc.documents.readers.queryOptions({ input: readersInput }))
  const remind = useAct({
    call: () => api.documents.remind(readersInput),
    done: ({ people }) => t`Reminded ${plural(people, { one: '# person', other: '# people' })}`,
    failed: t`The reminders couldn’t be sent. Try again.`,
    invalidates: [orpc.documents.readers.key({ input: readersInput })],
  })
  const endRequest = useAct({
    call: () => api.documents.askReading({ ...readersInput, ask: false }),
    done: [t`Request ended`, t`Existing confirmations are kept.`],
    failed: t`The request couldn’t be ended. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  const loaded = <Loaded query={query} failure={t`Failed to load group members`} skeleton={3} />
  if (!query.data) return loaded
  const { confirmed, people, readers } = query.data
  const unconfirmed = people - confirmed
  const confirmedCount = formatCount(confirmed)
  const readerCount = formatCount(people)
  const group = document.reading?.group?.name
  return (
    <Stack>
      {loaded}
      <p role="status">
        {group ? (
          <Trans>
            <Name>{group}</Name>: read by{' '}
            <strong>
              {confirmedCount} of {readerCount}
            </strong>
          </Trans>
        ) : (
          <Trans>
            Read by{' '}
            <strong>
              {confirmedCount} of {readerCount}
            </strong>
          </Trans>
        )}
      </p>
      {mayAsk && (
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          {unconfirmed > 0 && (
            <Button onClick={() => remind.mutate()} disabled={remind.isPending}>
              {t`Remind ${plural(unconfirmed, { one: '# person', other: '# people' })}`}
            </Button>
          )}
          <Button variant="default" onClick={() => endRequest.mutate()} disabled={endRequest.isPending}>
            {t`Stop asking`}
          </Button>
        </div>
      )}
      <Rows aria-label={t`Readers`}>
        {readers.map(({ userId, name, confirmedAt, isCurrent }) => (
          <li key={userId}>
            <Name>{name}</Name>
            <Text span size="xs" c="dimmed" display="block">
              {!confirmedAt ? (
                t`Not read yet`
              ) : isCurrent ? (
                <Trans>
                  Read <RelativeTime at={confirmedAt} />
                </Trans>
              ) : (
                t`Read an older version`
              )}
            </Text>
          </li>
        ))}
      </Rows>
    </Stack>
  )
}

/** All confirmations of the file, with version and requester. Confirmations remain after the request has ended. */
function Confirmations({ document: { zoneId, id: documentId, reading } }: { document: Document }) {
  const query = useQuery(orpc.documents.readers.queryOptions({ input: { zoneId, documentId } }))
  // If there are readers, their list already shows this error.
  if (query.isError && !reading) return <ErrorState title={t`Failed to load confirmations`} query={query} />
  const confirmations = query.data?.confirmations ?? []
  const confirmationCount = formatCount(confirmations.length)
  if (confirmations.length === 0) return null
  return (
    <details open={reading === null} className={classes.confirmations}>
      <summary>
        <Trans>Confirmations: {confirmationCount}</Trans>
      </summary>
      <Rows aria-label={t`Confirmations`}>
        {confirmations.map(({ userId, name, version, confirmedAt, askedBy }) => (
          <li key={`${userId} ${version}`}>
            <div>
              <Name>{name}</Name>
              <Text span size="xs" c="dimmed" display="block">
                {askedBy === null ? (
                  t`Requester unknown`
                ) : (
                  <Trans>
                    Asked by <Name>{askedBy}</Name>
                  </Trans>
                )}
              </Text>
            </div>
            <Text span size="xs" c="dimmed" display="block">
              <Trans>Version {version}</Trans> · <RelativeTime at={confirmedAt} />
            </Text>
          </li>
        ))}
      </Rows>
    </details>
  )
}
