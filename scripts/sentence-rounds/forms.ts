import { COUNT_FORMS } from "./count-forms.ts";
import type { FigureForms } from "./form.ts";
import { ID_FORMS } from "./id-forms.ts";
import { JUDGE_FORMS } from "./judge-forms.ts";
import { LEAD_FORMS } from "./lead-forms.ts";
import { MEAN_FORMS } from "./mean-forms.ts";
import { PAIR_FORMS } from "./pair-forms.ts";
import { RATE_FORMS } from "./rate-forms.ts";

/** Every figure has its forms (`check-run.ts`), in one of the files beside this. */
export const FORMS: FigureForms = {
  ...COUNT_FORMS,
  ...ID_FORMS,
  ...JUDGE_FORMS,
  ...LEAD_FORMS,
  ...MEAN_FORMS,
  ...PAIR_FORMS,
  ...RATE_FORMS,
};
