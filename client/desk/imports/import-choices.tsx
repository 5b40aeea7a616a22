import { plural } from '#shared/desk/count-words.ts'
import type { Import } from '#shared/desk/import-answers.ts'
import { importFieldNames, importFields, importSources, wordColumns } from '#shared/desk/import-fields.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { Select } from '../../site/ui/field.tsx'
import { Options } from '../ui/options.tsx'

/** The button that runs the import submits this form's choices, too. */
export const choicesId = 'choices'

/** Lets a person correct the guessed columns and products. */
export function ImportChoices({ read }: { read: Import }) {
  const { id, from, dates, forGood, mail } = read
  return (
    <form
      id={choicesId}
      className="Sheet Stack Stack--near"
      method="post"
      action={deskRoutes.importAct(id, 'check')}
      aria-labelledby="read-otherwise"
    >
      <h2 id="read-otherwise">How it is read</h2>
      <div className="Ways">
        <Select label="Exported from" name="from" defaultValue={from ?? ''}>
          <option value="">Another shop</option>
          <Options of={Object.entries(importSources)} />
        </Select>
        <Select label="Days such as 03/04" name="dates" defaultValue={dates ?? ''}>
          <option value="">{from ? `As ${importSources[from]} writes them` : 'Refuse them'}</option>
          <option value="dmy">Days come first</option>
          <option value="mdy">Months come first</option>
          <option value="ymd">Years come first</option>
        </Select>
      </div>
      <Columns read={read} />
      <Products read={read} />
      <label className="Pick">
        <input type="checkbox" name="forGood" value="yes" defaultChecked={forGood} />
        <span>
          Rows without an end of updates have them for good. Otherwise they have their plan’s months from the
          purchase
        </span>
      </label>
      <label className="Pick">
        <input type="checkbox" name="mail" value="yes" defaultChecked={mail} />
        <span>Tell each customer by mail that the shop has moved and the old key works</span>
      </label>
      <div className="ActForm-go">
        <Button quiet>Read it this way</Button>
      </div>
    </form>
  )
}

function Columns({ read: { header, columns, map } }: { read: Import }) {
  const names = [...new Set(header)].filter(Boolean)
  return (
    <fieldset className="Ways">
      <legend>Columns</legend>
      {importFieldNames.map((field) => {
        const said = map[field]
        const guessed = said === undefined ? columns[field] : undefined
        return (
          <Select
            key={field}
            label={importFields[field]}
            name={`map-${field}`}
            defaultValue={said === undefined ? '' : said === '' ? '-' : `=${said}`}
          >
            <option value="">
              {guessed ? wordColumns(guessed) : said === undefined ? 'None found' : 'The usual one'}
            </option>
            <option value="-">Not used</option>
            <Options of={names.map((name) => [`=${name}`, name])} />
          </Select>
        )
      })}
    </fieldset>
  )
}

function Products({ read: { products } }: { read: Import }) {
  const sold = usePricing()?.products ?? []
  return (
    <fieldset className="Ways">
      <legend>Products</legend>
      {products.map(({ name, rows, sku }, index) => (
        <div key={name}>
          <input type="hidden" name={`product-${index}`} value={name} />
          <Select
            label={name || 'None named'}
            note={plural(rows, 'row')}
            name={`sku-${index}`}
            defaultValue={sku === '' ? '-' : (sku ?? '')}
          >
            <option value="">Not said yet</option>
            <option value="-">Leave them out</option>
            <Options of={sold.map((product) => [product.sku, product.name])} />
          </Select>
        </div>
      ))}
    </fieldset>
  )
}
