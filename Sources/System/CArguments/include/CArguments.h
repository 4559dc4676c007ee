#ifndef C_ARGUMENTS_H
#define C_ARGUMENTS_H

/// The command line as main was given it. Swift's own reads /proc/self/cmdline, and takes no
/// arguments for none where /proc is missing, as in a bare chroot.
int arguments_count(void);
char **arguments_vector(void);

/// Has the system dump no core of this process, and let no other process of its user look into it.
/// Swift does not import prctl(2), which takes any number of arguments.
int process_hide(void);

#endif
