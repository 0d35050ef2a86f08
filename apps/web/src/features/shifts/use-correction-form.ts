import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import {
  type CorrectedDay,
  type CorrectionValues,
  toFormValues,
  validateCorrection,
} from './correction-form.ts'

/** Creates the correction form, which starts with the current values. `name`: the name of its draft. */
export function useCorrectionForm(name: string, corrected: CorrectedDay, reasonRequired: string) {
  return useDraftForm<CorrectionValues>(name, () => toFormValues(corrected), {
    validateInputOnBlur: ['hours', 'lastOut'],
    validate: values => validateCorrection(values, corrected, reasonRequired),
  })
}
