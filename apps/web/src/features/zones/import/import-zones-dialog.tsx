import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { IconAlertTriangle, IconFileImport, IconMapPinPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatArea } from '../../../lib/format-area.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../../ui/forms/use-marked-form.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { type NewZonePlace, noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { shapeProblemText } from '../drawing/shape-problems.tsx'
import { importZones, toImport, type ZoneToImport } from './import-zones.ts'
import { readZoneFile, type ZoneFile } from './read-zone-file.ts'

type Props = { opened: boolean; onClose: () => void }

/** Creates zones from a GeoJSON, KML or KMZ file, after a preview. */
export function ImportZonesDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Import zones`} width={720}>
      <ImportForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Preview = { file: ZoneFile; zones: ZoneToImport[] }
const words = (count: number) => (count === 1 ? t`1 zone` : t`${formatCount(count)} zones`)

function ImportForm({ onClose }: Omit<Props, 'opened'>) {
  const [preview, setPreview] = useState<Preview>()
  const [reading, setReading] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(0)

  const choose = async (file: File | null) => {
    setPreview(undefined)
    setProblem(undefined)
    setDone(0)
    create.reset()
    if (!file) return
    setReading(0)
    const read = await readZoneFile(file, { onProgress: setReading }).catch(() => ({
      code: 'unreadable',
      message: msg`The file could not be read.`,
    }))
    setReading(undefined)
    if ('code' in read) setProblem(i18n._(read.message))
    else setPreview({ file: read, zones: read.zones.map(toImport) })
  }
  const place = useNewZonePlace()
  const form = useMarkedForm<NewZonePlace>({ initialValues: noPlace, validate: place.errors })
  const its = place.in(form)
  const create = useAct({
    call: (zones: readonly ZoneToImport[]) =>
      importZones(({ zones }) => api.zones.createMany({ zones, ...its.sent }), zones, setDone),
    onDone: ({ refused }) => {
      if (refused.length === 0) onClose()
    },
    done: ({ made, pending, refused }) =>
      refused.length > 0
        ? undefined
        : pending
          ? [t`Sent for approval`, t`${words(made)} of the file wait for an administrator.`]
          : [
              t`Zone Created`,
              t`${words(made)} created from the file. Add people to them by their user code.`,
            ],
    invalidatesUnlessLive: [orpc.zones.key(), orpc.zoneRequests.key()],
    failed: t`The import stopped. Please try again.`,
  })
  const zones = preview?.zones ?? []
  return (
    <form noValidate onSubmit={form.onSubmit(() => create.mutate(zones))}>
      <Stack>
        <FileInput
          label={t`GeoJSON, KML or KMZ file`}
          description={t`At most 10 MB and 1,000 zones. It is read here; nothing is created before you have seen it.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`Choose a file`}
          accept=".geojson,.json,.kml,.kmz,application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
          leftSection={<IconFileImport size="1.125rem" aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': t`Remove the file` }}
          disabled={create.isPending}
          onChange={file => void choose(file)}
        />
        {its.field}
        {reading !== undefined && (
          <Progress value={reading * 100} aria-label={t`Reading the file`} animated />
        )}
        {problem && <ProblemAlert title={t`This file cannot be read`}>{problem}</ProblemAlert>}
        {preview && <Found preview={preview} />}
        {create.isPending && (
          <Progress
            value={(done / Math.max(1, zones.length)) * 100}
            aria-label={t`Creating zones`}
            animated
          />
        )}
        {create.isError && (
          <ProblemAlert>
            {errorText(create.error, t`The import stopped. Please try again.`)}{' '}
            {done > 0 && t`${words(done)} were created; trying again goes on from there.`}
          </ProblemAlert>
        )}
        {create.data && create.data.refused.length > 0 && (
          <ProblemAlert
            title={t`${words(create.data.made)} created, ${formatCount(create.data.refused.length)} refused`}
          >
            {create.data.refused
              .map(({ name, problems }) => `${name}: ${problems.map(shapeProblemText)[0]}`)
              .join(' ')}
          </ProblemAlert>
        )}
      </Stack>
      <FormButtons
        label={
          its.waits
            ? its.act
            : `${its.waits === undefined ? t`Submit` : t`Create`} ${zones.length === 0 ? 'zones' : words(zones.length)}`
        }
        workingLabel={t`Creating ${formatCount(done)} of ${formatCount(zones.length)}…`}
        working={create.isPending}
        disabled={zones.length === 0 || create.isSuccess}
        onCancel={onClose}
      />
    </form>
  )
}

const mostListed = 100
const scrolls = { maxHeight: 260, overflowY: 'auto' } as const

function Found({ preview: { file, zones } }: { preview: Preview }) {
  const [all, setAll] = useState(false)
  const areas = useMemo(
    () => zones.map(({ requestId, name, shape }) => ({ id: requestId, name, shape })),
    [zones],
  )
  const corrected = file.zones.filter(({ notes }) => notes.length > 0).length
  const shown = all ? zones : zones.slice(0, mostListed)
  return (
    <>
      <p role="status">
        {words(zones.length)} found
        {corrected > 0 && `, ${formatCount(corrected)} corrected`}
        {file.refused.length > 0 && `, ${formatCount(file.refused.length)} refused`}.
      </p>
      {zones.length > 0 && (
        <>
          <ZoneMap label={t`Map of the zones in the file`} others={areas} />
          <Rows framed style={scrolls} aria-label={t`Zones in the file`}>
            {shown.map(({ requestId, name, shape }, n) => (
              <li key={requestId}>
                <Group wrap="nowrap" align="flex-start" gap="xs">
                  <IconMapPinPlus size="1.125rem" aria-hidden />
                  <Stack gap={0}>
                    <strong>
                      <Name>{name}</Name>
                    </strong>
                    {file.zones[n]?.notes
                      .map(note => i18n._(note))
                      .map(note => (
                        <Text key={note} span size="xs" c="dimmed">
                          {note}
                        </Text>
                      ))}
                  </Stack>
                </Group>
                <Text span inherit c="dimmed" data-figures>
                  {formatArea(areaM2(shape))}
                </Text>
              </li>
            ))}
          </Rows>
          {shown.length < zones.length && (
            <Button variant="subtle" color="gray" onClick={() => setAll(true)}>
              <Trans>Show all {formatCount(zones.length)}</Trans>
            </Button>
          )}
        </>
      )}
      {file.refused.length > 0 && (
        <Rows framed style={scrolls} aria-label={t`Refused`}>
          {file.refused.slice(0, mostListed).map(({ index, name, message, at }) => (
            <li key={index}>
              <Group wrap="nowrap" align="flex-start" gap="xs">
                <IconAlertTriangle size="1.125rem" aria-hidden color="var(--m-uncertain)" />
                <span>
                  <strong>
                    <Name>{name ?? t`Feature ${index + 1}`}</Name>
                  </strong>
                  : {i18n._(message)}
                  {at && ` (${formatPlace(at)})`}
                </span>
              </Group>
            </li>
          ))}
        </Rows>
      )}
    </>
  )
}
