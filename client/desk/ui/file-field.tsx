import { TextField } from '../../site/ui/field.tsx'

/**
 * Browsers accept dropped files even without script.
 * @param upload the id of a kept file, which needn't be chosen again
 */
export function FileField({ label, hint, upload }: { label: string; hint: string; upload?: string | null }) {
  if (upload) return <input type="hidden" name="upload" value={upload} />
  return (
    <TextField label={label} hint={hint} type="file" name="file" required className="DropField" data-filter />
  )
}
