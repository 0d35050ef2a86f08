import { i18n } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Checkbox, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconAlertTriangle, IconFileImport, IconMapPinPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatArea } from '../../../lib/format-area.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../../ui/forms/use-marked-form.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { formatLeftOutFeatures, ImportLinks, skippedText } from '../../imports/public.ts'
import { type NewZonePlace, noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { shapeProblemText } from '../drawing/shape-problems.tsx'
import { type ImportResult, importZones, toZoneToImport, type ZoneToImport } from './import-zones.ts'
import { readZoneFile, type ZoneFile } from './read-zone-file.ts'

type Props = { onClose: () => void /** Returns to drawing. */; onDraw: () => void }

type Preview = {
  file: ZoneFile
  zones: ZoneToImport[]
  /** The import of the file, which stays the same when somebody tries again. */
  reference: { id: string; fileName: string }
}

/** Creates zones from a GeoJSON, KML or KMZ file, after a preview. */
export function ImportForm({ onClose, onDraw }: Props) {
  const [preview, setPreview] = useState<Preview>()
  const [readProgress, setReadProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(0)

  const chooseFile = async (file: File | null) => {
    setPreview(undefined)
    setProblem(undefined)
    setDone(0)
    create.reset()
    if (!file) return
    setReadProgress(0)
    const readResult = await readZoneFile(file, { onProgress: setReadProgress }).catch(() => ({
      code: 'unreadable',
      message: msg`The file couldn’t be read.`,
    }))
    setReadProgress(undefined)
    if ('code' in readResult) setProblem(i18n._(readResult.message))
    else {
      const reference = { id: uuidV7(), fileName: file.name.slice(0, 200) }
      setPreview({ file: readResult, zones: readResult.zones.map(toZoneToImport), reference })
    }
  }
  const place = useNewZonePlace()
  const form = useMarkedForm<NewZonePlace>({ initialValues: noPlace, validate: place.errors })
  const placeFields = place.in(form)
  const create = useAct({
    call: async (zones: readonly ZoneToImport[]) => {
      const result = await importZones(
        ({ zones }) =>
          api.zones.createMany({ zones, ...placeFields.sent, ...(preview && { import: preview.reference }) }),
        zones,
        setDone,
      )
      const leftOut = listLeftOut(result.refused)
      if (preview)
        await api.imports.end({
          importId: preview.reference.id,
          leftOut: leftOut.length,
          ...(leftOut.length > 0 && {
            leftOutFile: formatLeftOutFeatures(leftOut, limits.importLeftOutMaxBytes),
          }),
        })
      return { ...result, leftOutText: leftOut.length > 0 ? ` ${skippedText(leftOut.length)}` : '' }
    },
    onDone: ({ refused }) => {
      if (refused.length === 0) onClose()
    },
    done: ({ created, pending, refused, leftOutText }) =>
      refused.length > 0
        ? undefined
        : pending
          ? [
              t`Sent for approval`,
              plural(created, {
                one: '# zone from the file is waiting for approval.',
                other: '# zones from the file are waiting for approval.',
              }) + leftOutText,
            ]
          : [
              t`${plural(created, { one: '# zone created', other: '# zones created' })}`,
              t`${plural(created, { one: 'Add people to it', other: 'Add people to them' })} by their user code.` +
                leftOutText,
            ],
    invalidates: [orpc.imports.key()],
    invalidatesUnlessLive: [orpc.zones.key(), orpc.zoneRequests.key()],
    failed: t`The import stopped. Try again.`,
  })
  const foundZones = preview?.zones ?? []
  const takenNames = useTakenNames(foundZones)
  const [skipsTaken, setSkipsTaken] = useState(true)
  const takenCount = foundZones.filter(({ name }) => takenNames.has(toNameKey(name))).length
  const zones =
    skipsTaken && takenCount > 0
      ? foundZones.filter(({ name }) => !takenNames.has(toNameKey(name)))
      : foundZones
  /** The features that the reader, the person or the server left out. */
  const listLeftOut = (refused: ImportResult['refused'] = []) => {
    const reasons = new Map(preview?.file.refused.map(({ index, message }) => [index, i18n._(message)]))
    const reasonsByRequest = new Map(
      refused.map(({ requestId, problems }) => [requestId, problems.map(shapeProblemText)[0] ?? '']),
    )
    for (const [n, zone] of foundZones.entries()) {
      const why = zones.includes(zone) ? reasonsByRequest.get(zone.requestId) : takenNameText
      if (why !== undefined) reasons.set(preview?.file.zones[n]?.index ?? -1, why)
    }
    return [...reasons].map(([index, why]) => ({ feature: preview?.file.features[index], why }))
  }
  const leftOut = listLeftOut(create.data?.refused)
  const doneCount = formatCount(done)
  const zoneCount = formatCount(zones.length)
  return (
    <ActForm
      form={{ act: create, submit: form.onSubmit(() => create.mutate(zones)), onClose }}
      label={placeFields.waits ? placeFields.act : submitText(zones.length, placeFields.waits === undefined)}
      workingLabel={t`Creating ${doneCount} of ${zoneCount}…`}
      disabled={zones.length === 0 || create.isSuccess}
      buttons={
        !create.isPending && (
          <Button variant="subtle" color="gray" onClick={onDraw}>
            <Trans>Draw a zone instead</Trans>
          </Button>
        )
      }
    >
      <FileInput
        label={t`GeoJSON, KML or KMZ file`}
        description={t`Up to 10 MB and 1,000 zones. You’ll see a preview before anything is created.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t`Choose a file`}
        accept=".geojson,.json,.kml,.kmz,application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
        leftSection={<IconFileImport size="1.125rem" aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t`Remove file` }}
        disabled={create.isPending}
        onChange={file => void chooseFile(file)}
      />
      {placeFields.field}
      {readProgress !== undefined && (
        <Progress value={readProgress * 100} aria-label={t`Reading the file`} animated />
      )}
      {problem && <ProblemAlert title={t`This file can’t be read`}>{problem}</ProblemAlert>}
      {preview && <FileContents preview={preview} takenNames={takenNames} />}
      {takenCount > 0 && (
        <Checkbox
          checked={skipsTaken}
          disabled={create.isPending}
          onChange={event => setSkipsTaken(event.currentTarget.checked)}
          label={plural(takenCount, {
            one: 'Skip # zone whose name exists already',
            other: 'Skip # zones whose names exist already',
          })}
        />
      )}
      {preview && !create.isPending && (
        <ImportLinks
          toLeftOutFile={
            leftOut.length > 0
              ? () => ({
                  kind: 'zones',
                  fileName: preview.reference.fileName,
                  text: formatLeftOutFeatures(leftOut),
                })
              : undefined
          }
          onLeave={onClose}
        />
      )}
      {create.isPending && (
        <Progress value={(done / Math.max(1, zones.length)) * 100} aria-label={t`Creating zones`} animated />
      )}
      {create.isError && (
        <ProblemAlert>
          {errorText(create.error, t`The import stopped. Try again.`)}{' '}
          {done > 0 &&
            plural(done, {
              one: '# zone created so far. Try again to continue from there.',
              other: '# zones created so far. Try again to continue from there.',
            })}
        </ProblemAlert>
      )}
      {create.data && create.data.refused.length > 0 && (
        <ProblemAlert title={resultText(create.data)}>
          {create.data.refused
            .map(({ name, problems }) => `${name}: ${problems.map(shapeProblemText)[0]}`)
            .join(' ')}
        </ProblemAlert>
      )}
    </ActForm>
  )
}

/** Returns the text of the submit button. `isUnsure`: it is not known yet whether the zones need approval. */
function submitText(count: number, isUnsure: boolean): string {
  if (isUnsure) {
    return count === 0 ? t`Submit zones` : plural(count, { one: 'Submit # zone', other: 'Submit # zones' })
  }
  return count === 0 ? t`Create zones` : plural(count, { one: 'Create # zone', other: 'Create # zones' })
}

function resultText({ created, refused }: ImportResult): string {
  const refusedCount = refused.length
  return t`${plural(created, { one: '# zone created', other: '# zones created' })}, ${plural(refusedCount, { one: '# rejected', other: '# rejected' })}`
}

const maxListedZones = 100
const scrollStyle = { maxHeight: 260, overflowY: 'auto' } as const

const takenNameText = t`A zone with this name exists already.`
const featureTitle = (number: number) => t`Feature ${number}`

const toNameKey = (name: string) => name.toLowerCase()

/** Returns the names of zones in the file that a zone has already, in lower case. */
function useTakenNames(zones: readonly ZoneToImport[]): ReadonlySet<string> {
  const names = [...new Set(zones.map(({ name }) => name))]
  const { data } = useQuery({
    ...orpc.zones.findNames.queryOptions({ input: { names } }),
    enabled: names.length > 0,
    staleTime: 0,
  })
  return useMemo(() => new Set(data?.taken.map(toNameKey)), [data])
}

type ContentsProps = { preview: Preview; takenNames: ReadonlySet<string> }

function FileContents({ preview: { file, zones }, takenNames }: ContentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const areas = useMemo(
    () => zones.map(({ requestId, name, shape }) => ({ id: requestId, name, shape })),
    [zones],
  )
  const zoneCount = zones.length
  const refusedCount = file.refused.length
  const corrected = file.zones.filter(({ notes }) => notes.length > 0).length
  const shownZones = showsAll ? zones : zones.slice(0, maxListedZones)
  return (
    <>
      <p role="status">
        <Plural value={zoneCount} one="# zone found" other="# zones found" />
        {corrected > 0 && (
          <>
            {' '}
            · <Plural value={corrected} one="# corrected" other="# corrected" />
          </>
        )}
        {refusedCount > 0 && (
          <>
            {' '}
            · <Plural value={refusedCount} one="# rejected" other="# rejected" />
          </>
        )}
      </p>
      {zones.length > 0 && (
        <>
          <ZoneMap label={t`Map of the zones in the file`} others={areas} />
          <Rows framed style={scrollStyle} aria-label={t`Zones in the file`}>
            {shownZones.map(({ requestId, name, shape }, n) => (
              <li key={requestId}>
                <Group wrap="nowrap" align="flex-start" gap="xs">
                  <IconMapPinPlus size="1.125rem" aria-hidden />
                  <Stack gap={0}>
                    <strong>
                      <Name>{name}</Name>
                    </strong>
                    {takenNames.has(toNameKey(name)) && (
                      <Text span size="xs" c="var(--m-uncertain)">
                        {takenNameText}
                      </Text>
                    )}
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
          {shownZones.length < zones.length && (
            <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
              <Plural value={zoneCount} one="Show all (#)" other="Show all (#)" />
            </Button>
          )}
        </>
      )}
      {file.refused.length > 0 && (
        <Rows framed style={scrollStyle} aria-label={t`Rejected`}>
          {file.refused.slice(0, maxListedZones).map(({ index, name, message, at }) => (
            <li key={index}>
              <Group wrap="nowrap" align="flex-start" gap="xs">
                <IconAlertTriangle size="1.125rem" aria-hidden color="var(--m-uncertain)" />
                <span>
                  <strong>
                    <Name>{name ?? featureTitle(index + 1)}</Name>
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
