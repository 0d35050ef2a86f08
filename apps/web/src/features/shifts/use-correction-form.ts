import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import {
  type CorrectedDay,
  type CorrectionValues,
  toFormValues,
  validateCorrection,
} from './correction-form.ts'

/** Provides the form of a correction, starting with the current values. */
export function useCorrectionForm(corrected: CorrectedDay, reasonRequired: string) {
  return useMarkedForm<CorrectionValues>({
    initialValues: toFormValues(corrected),
    validateInputOnBlur: ['hours', 'lastOut'],
    validate: values => validateCorrection(values, corrected, reasonRequired),
  })
}
