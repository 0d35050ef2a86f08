import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, Stack, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './documents.module.css'

type Props = { document: Document | undefined; mayAsk: boolean; mayWatch: boolean; onClose: () => void }

const everybody = 'zone'

/** Requests that people read a file, and shows the requests and all confirmations. */
export function ReadingDialog({ document, mayAsk, mayWatch, onClose }: Props) {
  return (
    <ResponsiveDialog
      opened={document !== undefined}
      onClose={onClose}
      title={t`Required reading: ${document?.title ?? ''}`}
    >
      {document && (
        <Stack>
          {document.reading ? (
            <Readers document={document} mayAsk={mayAsk} />
          ) : mayAsk ? (
            <Ask document={document} />
          ) : (
            <p>
              <Trans>Nobody is asked to read this file.</Trans>
            </p>
          )}
          {mayWatch && <Confirmations document={document} />}
        </Stack>
      )}
    </ResponsiveDialog>
  )
}

function Ask({ document: { zoneId, id: documentId } }: { document: Document }) {
  const [who, setWho] = useState<string>(everybody)
  const groups = useQuery(orpc.broadcasts.groups.queryOptions({ input: { zoneId } }))
  const ask = useAct({
    call: () =>
      api.documents.askReading({
        zoneId,
        documentId,
        ask: true,
        groupId: who === everybody ? null : who,
      }),
    done: [t`Asked`, t`They are told by an alert, and confirm it here.`],
    failed: t`Failed to ask for it`,
    invalidates: [orpc.documents.key()],
  })
  return (
    <Stack>
      <Select
        label={t`Who is to read it`}
        data={[
          { value: everybody, label: t`Everybody in the zone who sees it` },
          ...(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={who}
        onChange={value => setWho(value ?? everybody)}
        allowDeselect={false}
      />
      <div>
        <Button onClick={() => ask.mutate()} disabled={ask.isPending}>
          {ask.isPending ? t`Asking…` : t`Ask to read`}
        </Button>
      </div>
    </Stack>
  )
}

function Readers({ document, mayAsk }: { document: Document; mayAsk: boolean }) {
  const of = { zoneId: document.zoneId, documentId: document.id }
  const query = useQuery(orpc.documents.readers.queryOptions({ input: of }))
  const remind = useAct({
    call: () => api.documents.remind(of),
    done: ({ people }) => (people === 1 ? t`Reminded 1 person` : t`Reminded ${people} people`),
    failed: t`Failed to remind them`,
    invalidates: [orpc.documents.readers.key({ input: of })],
  })
  const end = useAct({
    call: () => api.documents.askReading({ ...of, ask: false }),
    done: [t`Not asked any more`, t`What people confirmed is kept.`],
    failed: t`Failed to end it`,
    invalidates: [orpc.documents.key()],
  })
  if (query.isError)
    return (
      <ErrorState
        title={t`Failed to load group members`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data) return <ListSkeleton count={3} />
  const { confirmed, people, readers } = query.data
  return (
    <Stack>
      <p role="status">
        <strong>
          <Trans>
            {confirmed} of {people}
          </Trans>
        </strong>{' '}
        have read it{document.reading?.group && ` of ${document.reading.group.name}`}.
      </p>
      {mayAsk && (
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          {confirmed < people && (
            <Button onClick={() => remind.mutate()} disabled={remind.isPending}>
              {people - confirmed === 1 ? t`Remind 1 person` : t`Remind ${people - confirmed} people`}
            </Button>
          )}
          <Button variant="default" onClick={() => end.mutate()} disabled={end.isPending}>
            <Trans>Do not ask any more</Trans>
          </Button>
        </div>
      )}
      <Rows aria-label={t`Readers`}>
        {readers.map(({ userId, name, confirmedAt, isCurrent }) => (
          <li key={userId}>
            <Name>{name}</Name>
            <Text span size="xs" c="dimmed" display="block">
              {!confirmedAt ? (
                t`Not yet`
              ) : isCurrent ? (
                <>
                  <Trans>Read</Trans> <RelativeTime at={confirmedAt} />
                </>
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

/** Every confirmation of the file, with its version and requester. Confirmations remain after the request has ended. */
function Confirmations({ document: { zoneId, id: documentId, reading } }: { document: Document }) {
  const query = useQuery(orpc.documents.readers.queryOptions({ input: { zoneId, documentId } }))
  // While there are readers, their list already shows this error.
  if (query.isError && !reading)
    return (
      <ErrorState
        title={t`Failed to load confirmations`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  const confirmations = query.data?.confirmations ?? []
  if (confirmations.length === 0) return null
  return (
    <details open={reading === null} className={classes.confirmations}>
      <summary>
        <Trans>Confirmations: {formatCount(confirmations.length)}</Trans>
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
              <Trans>Version {version} ·</Trans> <RelativeTime at={confirmedAt} />
            </Text>
          </li>
        ))}
      </Rows>
    </details>
  )
}
