// Makes ALSA fail on purpose, and shows cards that aren't there. Preloaded into a program:
//
//   cc -shared -fPIC -o alsa-fault.so tools/parts/alsa-fault.c -ldl
//   LD_PRELOAD=./alsa-fault.so ALSA_FAULT=writei:20:-32,resume:1:-11 hsend hello
//
// ALSA_FAULT=CALL:N:CODE[,...]  the Nth snd_pcm_CALL returns CODE, of -errno: -32 EPIPE (xrun),
//     -86 ESTRPIPE (suspend), -16 EBUSY, -13 EACCES, -11 EAGAIN. -19 ENODEV, unplugged, stays so.
//     CALL is any of those wrapped below: those that hsend, hrecv and htone make of a PCM.
// ALSA_FORMATS=NAME[,...]  the device offers only these sample formats.
// ALSA_MIXER=CONTROL:SWITCH:PERCENT[,...]  card 0, whose mixer has these controls, is behind every
//     device. SWITCH is on, off, or none where there is no switch; without :PERCENT there is no
//     volume.
// ALSA_CARDS=NAME:DIRECTIONS[:CHANNELS][,...]  cards, each with one device that can p(lay),
//     c(apture) or both. Without CHANNELS it cannot be opened.

#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static int fault(const char *call, long count) {
  size_t length = strlen(call);
  for (const char *item = getenv("ALSA_FAULT"); item && *item;) {
    if (strncmp(item, call, length) == 0 && item[length] == ':') {
      char *end;
      long when = strtol(item + length + 1, &end, 10);
      int code = *end == ':' ? (int)strtol(end + 1, NULL, 10) : 0;
      if (count == when || (code == -ENODEV && count > when)) return code;
    }
    item = strchr(item, ',');
    if (item) item++;
  }
  return 0;
}

#define WRAP(type, call, parameters, arguments)                        \
  type snd_pcm_##call parameters {                                     \
    static type(*real) parameters;                                     \
    static long count;                                                 \
    if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, "snd_pcm_" #call); \
    int code = fault(#call, ++count);                                  \
    return code ? code : real arguments;                               \
  }

// The cards: a control handle is the address of the card's entry in ALSA_CARDS. Only for calls from
// outside the library: within it, a handle has to be a real one.

static const char *cards(void *caller) {
  Dl_info info;
  const char *list = getenv("ALSA_CARDS");
  return list && dladdr(caller, &info) && !strstr(info.dli_fname, "libasound") ? list : NULL;
}

#define REAL(call) (*(void **)&real = real ? (void *)real : dlsym(RTLD_NEXT, #call), real)
#define CARDS cards(__builtin_return_address(0))

static const char *entry(const char *item, int number) {
  for (; item && *item && number > 0; number--) {
    item = strchr(item, ',');
    if (item) item++;
  }
  return item && *item ? item : NULL;
}

static int card_channels;  // of the card opened last; 0 where there is none

// What to open for `name`: a card with channels is silent.
static const char *pcm_name(const char *list, const char *name) {
  int number, device;
  card_channels = 0;
  if (!list || sscanf(name, "hw:%d,%d", &number, &device) != 2) return name;
  const char *item = entry(list, number);
  if (item && sscanf(item, "%*[^:,]:%*[pc]:%d", &card_channels) == 1) return "null";
  return name;
}

WRAP(int, open, (snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode),
     (pcm, pcm_name(CARDS, name), stream, mode))
WRAP(snd_pcm_sframes_t, writei, (snd_pcm_t *pcm, const void *data, snd_pcm_uframes_t frames),
     (pcm, data, frames))
WRAP(snd_pcm_sframes_t, readi, (snd_pcm_t *pcm, void *data, snd_pcm_uframes_t frames),
     (pcm, data, frames))
WRAP(int, wait, (snd_pcm_t *pcm, int milliseconds), (pcm, milliseconds))
WRAP(int, resume, (snd_pcm_t *pcm), (pcm))
WRAP(int, prepare, (snd_pcm_t *pcm), (pcm))
WRAP(int, start, (snd_pcm_t *pcm), (pcm))
WRAP(int, drop, (snd_pcm_t *pcm), (pcm))
WRAP(int, close, (snd_pcm_t *pcm), (pcm))
WRAP(int, status, (snd_pcm_t *pcm, snd_pcm_status_t *status), (pcm, status))
WRAP(int, delay, (snd_pcm_t *pcm, snd_pcm_sframes_t *frames), (pcm, frames))
WRAP(int, info, (snd_pcm_t *pcm, snd_pcm_info_t *information), (pcm, information))
WRAP(int, get_params, (snd_pcm_t *pcm, snd_pcm_uframes_t *buffer, snd_pcm_uframes_t *period),
     (pcm, buffer, period))

#define HARDWARE(call, more_parameters, more_arguments)                       \
  WRAP(int, call, (snd_pcm_t *pcm, snd_pcm_hw_params_t *set UNPACK more_parameters), \
       (pcm, set UNPACK more_arguments))
#define UNPACK(...) __VA_OPT__(,) __VA_ARGS__

HARDWARE(hw_params_any, (), ())
HARDWARE(hw_params, (), ())
HARDWARE(hw_params_set_rate_resample, (unsigned value), (value))
HARDWARE(hw_params_set_access, (snd_pcm_access_t value), (value))
HARDWARE(hw_params_set_rate, (unsigned value, int direction), (value, direction))
HARDWARE(hw_params_set_rate_min, (unsigned *value, int *direction), (value, direction))
HARDWARE(hw_params_set_rate_near, (unsigned *value, int *direction), (value, direction))
HARDWARE(hw_params_set_channels, (unsigned value), (value))
HARDWARE(hw_params_set_channels_first, (unsigned *value), (value))
HARDWARE(hw_params_set_format, (snd_pcm_format_t value), (value))
HARDWARE(hw_params_set_buffer_time_near, (unsigned *value, int *direction), (value, direction))
HARDWARE(hw_params_set_period_time_near, (unsigned *value, int *direction), (value, direction))

#define SOFTWARE(call, more_parameters, more_arguments)                       \
  WRAP(int, call, (snd_pcm_t *pcm, snd_pcm_sw_params_t *set UNPACK more_parameters), \
       (pcm, set UNPACK more_arguments))

SOFTWARE(sw_params_current, (), ())
SOFTWARE(sw_params, (), ())
SOFTWARE(sw_params_set_start_threshold, (snd_pcm_uframes_t value), (value))
SOFTWARE(sw_params_set_avail_min, (snd_pcm_uframes_t value), (value))

int snd_pcm_hw_params_test_format(
    snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, snd_pcm_format_t format) {
  static int (*real)(snd_pcm_t *, snd_pcm_hw_params_t *, snd_pcm_format_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "snd_pcm_hw_params_test_format");
  const char *name = snd_pcm_format_name(format);
  const char *item = getenv("ALSA_FORMATS");
  if (!item) return real(pcm, parameters, format);
  for (; name && item && *item; item = strchr(item, ','), item = item ? item + 1 : NULL) {
    size_t length = strcspn(item, ",");
    if (length == strlen(name) && strncmp(item, name, length) == 0)
      return real(pcm, parameters, format);
  }
  return -EINVAL;
}

int snd_pcm_hw_params_get_channels_max(const snd_pcm_hw_params_t *parameters, unsigned *count) {
  static int (*real)(const snd_pcm_hw_params_t *, unsigned *);
  int code = REAL(snd_pcm_hw_params_get_channels_max)(parameters, count);
  if (card_channels) *count = card_channels;
  return code;
}

// The cards.

int snd_card_next(int *number) {
  static int (*real)(int *);
  const char *list = CARDS;
  if (!list) return REAL(snd_card_next)(number);
  *number = entry(list, *number + 1) ? *number + 1 : -1;
  return 0;
}

int snd_card_get_name(int number, char **name) {
  static int (*real)(int, char **);
  const char *list = CARDS, *item = entry(list, number);
  if (!list) return REAL(snd_card_get_name)(number, name);
  if (!item) return -ENODEV;
  *name = strndup(item, strcspn(item, ":,"));
  return *name ? 0 : -ENOMEM;
}

int snd_ctl_open(snd_ctl_t **control, const char *name, int mode) {
  static int (*real)(snd_ctl_t **, const char *, int);
  const char *list = CARDS;
  int number;
  if (!list || sscanf(name, "hw:%d", &number) != 1)
    return REAL(snd_ctl_open)(control, name, mode);
  *control = (snd_ctl_t *)entry(list, number);
  return *control ? 0 : -ENODEV;
}

int snd_ctl_close(snd_ctl_t *control) {
  static int (*real)(snd_ctl_t *);
  return CARDS ? 0 : REAL(snd_ctl_close)(control);
}

int snd_ctl_pcm_next_device(snd_ctl_t *control, int *device) {
  static int (*real)(snd_ctl_t *, int *);
  if (!CARDS) return REAL(snd_ctl_pcm_next_device)(control, device);
  *device = *device < 0 ? 0 : -1;
  return 0;
}

int snd_ctl_pcm_info(snd_ctl_t *control, snd_pcm_info_t *information) {
  static int (*real)(snd_ctl_t *, snd_pcm_info_t *);
  if (!CARDS) return REAL(snd_ctl_pcm_info)(control, information);
  const char *item = (const char *)control, *directions = strchr(item, ':');
  size_t length = strcspn(item, ",");
  char wanted = snd_pcm_info_get_stream(information) == SND_PCM_STREAM_PLAYBACK ? 'p' : 'c';
  const char *found = directions ? strchr(directions, wanted) : NULL;
  return found && found < item + length ? 0 : -ENOENT;
}

// The mixer: a control is the address of its entry in ALSA_MIXER.

static const char *controls(void *caller) {
  Dl_info info;
  const char *list = getenv("ALSA_MIXER");
  return list && dladdr(caller, &info) && !strstr(info.dli_fname, "libasound") ? list : NULL;
}

// SWITCH and PERCENT of an entry, as far as it has them.
static const char *field(const void *control, int number) {
  const char *item = (const char *)control, *end = item + strcspn(item, ",");
  for (; item && number > 0; number--) {
    item = strchr(item, ':');
    if (item) item = item < end ? item + 1 : NULL;
  }
  return item;
}

#define MIXER(type, call, parameters, arguments, answer)          \
  type call parameters {                                          \
    static type(*real) parameters;                                \
    const char *list = controls(__builtin_return_address(0));     \
    if (!list) return REAL(call) arguments;                       \
    return answer;                                                \
  }

MIXER(int, snd_pcm_info_get_card, (const snd_pcm_info_t *information), (information), 0)
MIXER(int, snd_mixer_open, (snd_mixer_t **mixer, int mode), (mixer, mode),
      (*mixer = (snd_mixer_t *)list, 0))
MIXER(int, snd_mixer_close, (snd_mixer_t *mixer), (mixer), 0)
MIXER(int, snd_mixer_attach, (snd_mixer_t *mixer, const char *name), (mixer, name), 0)
MIXER(int, snd_mixer_selem_register,
      (snd_mixer_t *mixer, struct snd_mixer_selem_regopt *options, snd_mixer_class_t **class),
      (mixer, options, class), 0)
MIXER(int, snd_mixer_load, (snd_mixer_t *mixer), (mixer), 0)
MIXER(snd_mixer_elem_t *, snd_mixer_first_elem, (snd_mixer_t *mixer), (mixer),
      (snd_mixer_elem_t *)entry(list, 0))
MIXER(snd_mixer_elem_t *, snd_mixer_elem_next, (snd_mixer_elem_t *control), (control),
      (snd_mixer_elem_t *)entry((const char *)control, 1))
MIXER(const char *, snd_mixer_selem_get_name, (snd_mixer_elem_t *control), (control),
      strndup((const char *)control, strcspn((const char *)control, ":,")))
MIXER(unsigned, snd_mixer_selem_get_index, (snd_mixer_elem_t *control), (control), 0)
MIXER(int, snd_mixer_selem_is_active, (snd_mixer_elem_t *control), (control), 1)
MIXER(int, snd_mixer_selem_has_playback_switch, (snd_mixer_elem_t *control), (control),
      strncmp(field(control, 1), "none", 4) != 0)
MIXER(int, snd_mixer_selem_has_playback_volume, (snd_mixer_elem_t *control), (control),
      field(control, 2) != NULL)
MIXER(int, snd_mixer_selem_has_playback_channel,
      (snd_mixer_elem_t *control, snd_mixer_selem_channel_id_t channel), (control, channel),
      channel <= SND_MIXER_SCHN_FRONT_RIGHT)
MIXER(int, snd_mixer_selem_get_playback_switch,
      (snd_mixer_elem_t *control, snd_mixer_selem_channel_id_t channel, int *value),
      (control, channel, value), (*value = strncmp(field(control, 1), "on", 2) == 0, 0))
MIXER(int, snd_mixer_selem_get_playback_volume_range,
      (snd_mixer_elem_t *control, long *least, long *most), (control, least, most),
      (*least = 0, *most = 100, 0))
MIXER(int, snd_mixer_selem_get_playback_volume,
      (snd_mixer_elem_t *control, snd_mixer_selem_channel_id_t channel, long *value),
      (control, channel, value), (*value = strtol(field(control, 2), NULL, 10), 0))
