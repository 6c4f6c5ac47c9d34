import { boolean, both, byType, type Check, integer, list, matching, oneOf, shape, string } from './check.js';
import { boxOption, confirm, exactlyOneField, menuOption, optionGroups, overflowOption, plainText } from './objects.js';

const action = { action_id: string(255, 1) };
const common = { ...action, confirm, focus_on_load: boolean, placeholder: plainText(150) };
const id = string(255, 1);
const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'a date in the format YYYY-MM-DD');
const time = matching(/^\d{2}:\d{2}$/, 'a time in the format HH:mm');
const dispatch = {
  dispatch_action_config: shape({
    trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), 2, 1),
  }),
};

const button = shape(
  { text: plainText(75) },
  {
    ...action,
    value: string(2000),
    url: string(3000),
    style: oneOf('primary', 'danger'),
    confirm,
    accessibility_label: string(75),
  },
);

const multi = { max_selected_items: integer(1, 1000) };
const optionsOrGroups = exactlyOneField('options', 'option_groups');
const menus: Record<string, Check> = {
  static_select: both(
    shape(
      {},
      { ...common, options: list(menuOption, 100, 1), option_groups: optionGroups, initial_option: menuOption },
    ),
    optionsOrGroups,
  ),
  multi_static_select: both(
    shape(
      {},
      {
        ...common,
        ...multi,
        options: list(menuOption, 100, 1),
        option_groups: optionGroups,
        initial_options: list(menuOption, 100, 1),
      },
    ),
    optionsOrGroups,
  ),
  users_select: shape({}, { ...common, initial_user: id }),
  multi_users_select: shape({}, { ...common, ...multi, initial_users: list(id, 1000, 1) }),
  channels_select: shape({}, { ...common, initial_channel: id, response_url_enabled: boolean }),
  multi_channels_select: shape({}, { ...common, ...multi, initial_channels: list(id, 1000, 1) }),
  conversations_select: shape(
    {},
    { ...common, initial_conversation: id, default_to_current_conversation: boolean, response_url_enabled: boolean },
  ),
};

const pickers: Record<string, Check> = {
  datepicker: shape({}, { ...common, initial_date: date }),
  timepicker: shape({}, { ...common, initial_time: time, timezone: string(100) }),
  datetimepicker: shape(
    {},
    { ...action, confirm, focus_on_load: boolean, initial_date_time: integer(1e9, 9_999_999_999) },
  ),
  checkboxes: shape(
    { options: list(boxOption, 10, 1) },
    { ...action, confirm, focus_on_load: boolean, initial_options: list(boxOption, 10, 1) },
  ),
  radio_buttons: shape(
    { options: list(boxOption, 10, 1) },
    { ...action, confirm, focus_on_load: boolean, initial_option: boxOption },
  ),
};

export const image = shape({ image_url: string(3000, 1), alt_text: string(2000, 1) });
const overflow = shape({ options: list(overflowOption, 5, 1) }, { ...action, confirm });

const field = { ...action, ...dispatch, focus_on_load: boolean, placeholder: plainText(150) };
const typed: Record<string, Check> = {
  plain_text_input: shape(
    {},
    {
      ...field,
      initial_value: string(3000),
      multiline: boolean,
      min_length: integer(0, 3000),
      max_length: integer(1, 3000),
    },
  ),
  number_input: shape(
    { is_decimal_allowed: boolean },
    { ...field, initial_value: string(100), min_value: string(100), max_value: string(100) },
  ),
  email_text_input: shape({}, { ...field, initial_value: string(3000) }),
  url_text_input: shape({}, { ...field, initial_value: string(3000) }),
};

/** What an `actions` block may hold. */
export const actionElement = byType({ button, overflow, ...menus, ...pickers });
/** What may stand beside a section's text. */
export const accessory = byType({ button, overflow, image, ...menus, ...pickers });
/** What an `input` block may hold. */
export const inputElement = byType({ ...typed, ...menus, ...pickers });
