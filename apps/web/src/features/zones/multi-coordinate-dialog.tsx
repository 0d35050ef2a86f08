import { Button } from '@mantine/core'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { multiCoordinateFormMessage } from '@muster/domain/zone-form.ts'
import { type FormEvent, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { errorText } from '../../lib/error-text.ts'
import { ZoneMap } from '../../map/public.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { type CoordinateList, emptyList, pointsOf } from './coordinate-list.ts'
import { CoordinateListEditor } from './coordinate-list-editor.tsx'
import classes from './create-zone-dialog.module.css'
import { marksOf, ShapeProblems, shapeProblemsOf } from './shape-problems.tsx'
import { useCreateZone } from './use-create-zone.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'

type Props = { opened: boolean; onClose: () => void }

/** Create a zone from a list of three or more points. */
export function MultiCoordinateDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Create Multi-Coordinate Zone" width={640}>
      <MultiCoordinateForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & { requestId: string; list: CoordinateList }

const failure = 'Failed to create multi-coordinate zone'
const empty = (): Draft => ({
  requestId: uuidV7(),
  name: '',
  description: '',
  maxCapacity: limits.multiCoordinateCapacity,
  list: emptyList,
})

function MultiCoordinateForm({ onClose }: Omit<Props, 'opened'>) {
  const { value: draft, change, forget, clear } = useKeptDraft('multi-coordinate-zone', empty)
  const [missing, setMissing] = useState<{ text: string; attempt: number }>()
  const create = useCreateZone(failure, () => {
    forget()
    onClose()
  })
  const points = pointsOf(draft.list)
  const shape = { boundary: 'polygon' as const, points }
  const verdict = points.length >= limits.polygonMinPoints ? validateShape(shape) : undefined
  const found = verdict?.ok === false ? verdict.problems : []
  const problems = found.length > 0 ? found : shapeProblemsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text =
      multiCoordinateFormMessage({ ...draft, points, editing: draft.list.editing !== null }) ??
      found[0]?.message
    setMissing(text === undefined ? undefined : { text, attempt: (missing?.attempt ?? 0) + 1 })
    if (text === undefined) create.mutate({ ...draft, shape })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.fields}>
        {missing && <ProblemAlert key={missing.attempt}>{missing.text}</ProblemAlert>}
        {create.isError && problems.length === 0 && (
          <ProblemAlert>{errorText(create.error, failure)}</ProblemAlert>
        )}
        <ZoneFactsFields
          value={draft}
          onChange={change}
          capacityHelp={`From ${limits.capacityMin} to ${limits.capacityMax}; empty for a zone without a limit.`}
        />
        <CoordinateListEditor list={draft.list} onChange={list => change({ list })} />
        <ShapeProblems problems={problems} />
        {points.length >= limits.polygonMinPoints && (
          <ZoneMap label="Map of the new zone" shape={shape} problems={marksOf(problems)} />
        )}
      </div>
      <FormButtons label="Create Zone" workingLabel="Creating…" working={create.isPending} onCancel={onClose}>
        {(points.length > 0 || draft.name !== '') && !create.isPending && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )}
      </FormButtons>
    </form>
  )
}
