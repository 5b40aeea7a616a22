import { type DragEvent, useId, useRef, useState } from 'react'
import { FieldError } from './field.tsx'

type Props = {
  label: string
  name: string
  /** Describes the expected file. */
  note: string
  required?: boolean
  error?: string | undefined
  onFile?: (file: File) => void
}

export function FileDrop({ label, name, note, required, error, onFile }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [chosen, setChosen] = useState<string>()

  function take(files: FileList | null) {
    const file = files?.[0]
    setChosen(file?.name)
    if (file) onFile?.(file)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!input.current || event.dataTransfer.files.length === 0) return
    input.current.files = event.dataTransfer.files
    take(event.dataTransfer.files)
  }

  return (
    <>
      <label
        className="Ringed Drop"
        htmlFor={id}
        data-over={isOver ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span>
          {isOver ? <strong>Let go to take it</strong> : <Invitation label={label} chosen={chosen} />}
        </span>{' '}
        <span className="meta">{chosen ?? note}</span>
        <input
          className="vh"
          id={id}
          ref={input}
          type="file"
          name={name}
          required={required}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => take(event.target.files)}
        />
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </>
  )
}

function Invitation({ label, chosen }: { label: string; chosen: string | undefined }) {
  return (
    <span>
      <strong>{chosen ? 'Choose another file' : label}</strong> or drop it here
    </span>
  )
}
